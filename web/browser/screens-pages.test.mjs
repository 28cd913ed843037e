// Every screen that is not in front of a table.

import { lookAt } from './look.mjs';
import { atTable } from './screens.mjs';

lookAt((name) => !atTable(name));
