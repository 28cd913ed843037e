// Why a bid may not be made, in words.

import { t } from '$lib/i18n/index.svelte';
import { faceWords } from '$lib/tell';
import type { Obstacle } from './picker';

export function obstacleWords(why: Obstacle): string {
  switch (why.why) {
    case 'face': return t('pick.no-face', { faces: faceWords(why.face, 2) });
    case 'too-low': return t('pick.too-low', { n: why.least, faces: faceWords(why.face, 2) });
    case 'too-many': return t('pick.too-many', { n: why.most });
  }
}
