// Every screen in front of a table, and the way to it.

import { atTable, lookAt } from './screens.mjs';

lookAt(atTable);
