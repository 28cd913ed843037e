// The result of a day, to be shown to others: as text and as a picture.

import { copy } from '$lib/copy';

const SIZE = 600;

/** The lines on felt, the first one large; null where the browser does not draw. */
export function picture(lines: string[]): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#4d2c18';
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.fillStyle = '#1f4c3d';
  pen.beginPath();
  pen.roundRect(18, 18, SIZE - 36, SIZE - 36, 40);
  pen.fill();
  pen.fillStyle = '#f1ead9';
  pen.textAlign = 'center';
  lines.forEach((line, at) => {
    pen.font = `${at === 0 ? '700 120px' : '500 34px'} Georgia, serif`;
    pen.fillText(line, SIZE / 2, at === 0 ? 250 : 290 + at * 60, SIZE - 80);
  });
  return new Promise((drawn) => canvas.toBlob(drawn, 'image/png'));
}

/** Hands text and picture to the device's share sheet, or the text to the clipboard. Says which. */
export async function share(text: string, lines: string[]): Promise<'shared' | 'copied'> {
  const blob = await picture(lines);
  const files = blob ? [new File([blob], 'dicehouse.png', { type: 'image/png' })] : [];
  if (navigator.canShare?.({ files, text })) {
    await navigator.share({ files, text });
    return 'shared';
  }
  if (!(await copy(text))) throw new Error('this browser does not copy');
  return 'copied';
}
