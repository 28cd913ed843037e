// Tables are sorted by a click on the head of a column; a second click turns the order round.
for (const table of document.querySelectorAll('table')) {
  const body = table.tBodies[0];
  const first = [...body.rows];
  const number = (text) => {
    const plain = text.replace(/\u2212/g, '-').replace(/[\u00a0%+\u00b1]/g, '').replace('\u221e', 'Infinity');
    return plain.trim() === '' ? NaN : Number(plain);
  };
  const value = (row, column) => {
    const cell = row.cells[column];
    if (!cell) return '';
    return cell.dataset.v ?? cell.firstChild?.textContent ?? '';
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') !== 'descending';
      for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const sorted = first.slice().sort((a, b) => {
        const [x, y] = [value(a, column), value(b, column)];
        const [m, n] = [number(x), number(y)];
        const order = Number.isNaN(m) || Number.isNaN(n) ? x.localeCompare(y) : m - n;
        return down ? -order : order;
      });
      body.append(...sorted);
    });
  });
}
