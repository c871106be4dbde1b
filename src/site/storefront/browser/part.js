// What the scripts of several pages share.

/** Reads something out, in a place that is never replaced: what comes with a new region is not read. @param parts elements or texts */
export function tell(...parts) {
  const texts = parts.flatMap((part) =>
    part ? [(part.innerText ?? part).replaceAll(/\s+/g, ' ').trim()] : [],
  );
  document.querySelector('#status').textContent = texts.join('. ');
}

/** The part of a page that an answer is; undefined where it is none. */
export async function partOf(answer) {
  if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return undefined;
  const part = document.createElement('template');
  part.innerHTML = await answer.text();
  return part.content;
}

/** What is under way for a place on the page. */
const under = new WeakMap();

/** Begins something for a place, and ends what is under way for it. @returns the signal by which it is ended in turn */
export function begin(place) {
  under.get(place)?.abort();
  under.set(place, new AbortController());
  return under.get(place).signal;
}

const { classList } = document.documentElement;
let waiting = 0;

/** Draws a bar over the page while something takes longer than most answers. @returns what comes of it */
export async function awaited(work) {
  waiting++;
  classList.add('waiting');
  try {
    return await work;
  } finally {
    if (--waiting === 0) classList.remove('waiting');
  }
}
// Another page is waited for, too, no file; one that is kept comes back without the bar.
globalThis.navigation?.addEventListener('navigate', ({ destination: { sameDocument, url } }) => {
  if (!sameDocument && /^https?:(?!.*\/(api\/|list\.xlsx))/.test(url)) classList.add('waiting');
});
addEventListener('pageshow', () => classList.remove('waiting'));

/**
 * Asks for a part of a page.
 * @param form has what is said of a failure, to `say`
 * @returns the answer and the part, as far as there are some
 */
export async function fetchPart(url, { dataset }, say, options) {
  try {
    const asked = fetch(url, options).then(async (answer) => ({ answer, part: await partOf(answer) }));
    const { answer, part } = await awaited(asked);
    if (!part) say(answer.status === 429 ? dataset.busy : dataset.failed);
    return { answer, part };
  } catch (error) {
    if (error.name !== 'AbortError') say(dataset.failed);
    return {};
  }
}

/** Says on a button for a moment that it has done its work. */
export function showDone(button) {
  const { textContent: label, ariaLabel: name, dataset } = button;
  if (label === dataset.done) return; // it is pressed again
  button.textContent = dataset.done;
  button.ariaLabel = null;
  setTimeout(() => {
    button.textContent = label;
    button.ariaLabel = name;
  }, 1_500);
}

/** Copies a text. @param button what was pressed for it */
export async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  showDone(button);
}

/** Takes files that are dropped on a form. */
export function takeDropped(form, take) {
  form.addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    form.classList.add('dropping');
  });
  form.addEventListener('dragleave', (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove('dropping');
  });
  form.addEventListener('drop', (event) => {
    form.classList.remove('dropping');
    const { files } = event.dataTransfer;
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
}
