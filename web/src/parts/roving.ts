// A group of choices is one tab stop: the chosen one has the focus, and the arrow keys choose another.

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function roving(group: HTMLElement): { destroy: () => void } {
  function key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const choices = [...group.querySelectorAll<HTMLElement>('[role=radio]')];
    const next = choices[choices.indexOf(document.activeElement as HTMLElement) + step];
    event.preventDefault();
    event.stopPropagation();
    next?.click();
    next?.focus();
  }
  group.addEventListener('keydown', key);
  return { destroy: () => group.removeEventListener('keydown', key) };
}
