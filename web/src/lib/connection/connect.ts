// The way to a room, wherever it is.

import { place } from '../place.svelte';
import { tab } from '../tab/tab';
import type { Connect } from './connection';
import { connectBySocket, connectTo } from './socket';

export const connect: Connect = (code, listener) =>
  place.inTab ? connectTo((room) => tab().open(room))(code, listener) : connectBySocket(code, listener);
