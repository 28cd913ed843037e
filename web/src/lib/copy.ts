// Text into the clipboard.

/** Copies text; false where the browser does not let pages do so. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** As browsers do it for a person who has marked the text. Pages that came over an open line have no other way. */
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' });
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}
