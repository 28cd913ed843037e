// Every screen in front of a table, and the way to it.

import { lookAt } from './look.mjs';
import { atTable } from './screens.mjs';

lookAt(atTable);
