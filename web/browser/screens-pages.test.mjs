// Every screen that is not in front of a table.

import { atTable, lookAt } from './screens.mjs';

lookAt((name) => !atTable(name));
