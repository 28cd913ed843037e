// Search in the book. Without a script the book is whole; only the search is missing.

const form = document.querySelector('[role=search]');
const input = form.querySelector('input');
const found = document.querySelector('.found');
/** How many places are shown. */
const MOST = 12;
let index;

// On a phone the text comes first.
if (matchMedia('(max-width: 48rem)').matches) document.querySelector('nav details').open = false;

form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('input', search);
addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape' && document.activeElement === input) {
    input.value = '';
    search();
  }
});

async function search() {
  index ??= fetch('search.json').then((answer) => answer.json());
  const entries = await index;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  if (found.hidden) return;
  const places = entries
    .map(([place, title, text]) => ({ place, title, text, worth: worth(words, title.toLowerCase(), text.toLowerCase()) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
  const count = places.length === 1 ? '1 place' : `${places.length} places`;
  found.replaceChildren(line('p', `${count} for “${input.value.trim()}”`), ...places.slice(0, MOST).flatMap((place) => shown(place, words)));
}

/** How well a section fits: every word is in it; words of the heading count for more. */
function worth(words, title, text) {
  let sum = 0;
  for (const word of words) {
    const inTitle = title.includes(word);
    const times = text.split(word).length - 1;
    if (!inTitle && times === 0) return 0;
    sum += (inTitle ? 20 : 0) + Math.min(times, 5);
  }
  return sum;
}

function shown({ place, title, text }, words) {
  const link = line('a', title);
  link.href = place;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  const part = text.slice(at, at + 180);
  return [link, line('p', (at > 0 ? '…' : '') + part + (at + 180 < text.length ? '…' : ''))];
}

function line(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
