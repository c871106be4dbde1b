// The page of structures: an editor beside the text field, and results while one draws or types. Without this script the
// form works as it stands; without the editor the field does.

const form = document.querySelector('#structure-form');
const field = form.querySelector('#structure');
const output = form.querySelector('output');
const results = document.querySelector('#structure-results');
const drawing = form.querySelector('#drawing');
/** The link to the same page in the other language. */
const language = document.querySelector('#language');
const { mode, threshold } = form.elements;

/** openchemlib, as its package has it. */
const EDITOR = '/storefront/openchemlib.js';
/** How long a search waits for structures that are still loading before it asks again, ms. */
const AGAIN_MS = 3_000;
let timer;
let running = new AbortController();
/** What the results are of; those that came with the page may be searched again. */
let shown = '';
/** The editor, and the text that it shows. */
let editor;
let drawn = '';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  // What is found may stand below the window, under the drawing.
  void search().then(() => output.textContent || results.scrollIntoView({ block: 'nearest' }));
});
field.addEventListener('input', () => {
  later();
  drawTyped();
});
for (const choice of [mode, threshold]) choice.addEventListener('change', () => void search());

// A drawing needs room and a pointer; on a phone it is opened where it is wanted.
drawing.addEventListener('toggle', () => drawing.open && void openEditor());
if (matchMedia('(min-width: 50rem)').matches) drawing.open = true;

/** The first line of a molfile may be empty: it counts. */
function typed() {
  const text = field.value.trim();
  return text.includes('\n') ? field.value : text;
}

function queryOf() {
  const query = new URLSearchParams({ s: typed(), mode: mode.value });
  if (mode.value === 'similarity') query.set('threshold', threshold.value);
  query.set('lang', form.elements.lang.value);
  return query.toString();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => void search(), 500);
}

async function search() {
  clearTimeout(timer);
  const query = queryOf();
  running.abort();
  running = new AbortController();
  results.removeAttribute('aria-busy');
  if (query === shown) return;
  results.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(`/storefront/structures?${query}`, { signal: running.signal });
    const isPart = answer.headers.get('Content-Type')?.startsWith('text/html');
    if (answer.status === 429 || !isPart) {
      output.textContent = answer.status === 429 ? form.dataset.busy : form.dataset.failed;
      return;
    }
    output.textContent = '';
    const text = await answer.text();
    // That structures are loading is said once.
    if (!isLoading() || !text.includes('data-again')) results.innerHTML = text;
    // What was too much just now may be tried again.
    shown = answer.status === 503 ? '' : query;
    askAgain();
    history.replaceState(null, '', `/structure?${query}`);
    const other = new URLSearchParams(query);
    other.set('lang', language.dataset.language);
    language.href = `/structure?${other}`;
  } catch (error) {
    if (error.name !== 'AbortError') output.textContent = form.dataset.failed;
  } finally {
    results.removeAttribute('aria-busy');
  }
}

const isLoading = () => results.querySelector('[data-again]') !== null;

function askAgain() {
  if (isLoading()) timer = setTimeout(() => void search(), AGAIN_MS);
}
askAgain();

async function openEditor() {
  if (editor) return;
  const place = form.querySelector('#editor');
  const { CanvasEditor, Molecule } = await import(EDITOR);
  if (editor) return;
  editor = { canvas: new CanvasEditor(place, { initialMode: 'molecule' }), Molecule };
  drawTyped();
  editor.canvas.setOnChangeListener(({ type, isUserEvent }) => {
    if (!isUserEvent || type !== 'molecule') return;
    const molecule = editor.canvas.getMolecule();
    drawn = molecule.getAllAtoms() === 0 ? '' : molecule.toIsomericSmiles();
    field.value = drawn;
    // What is drawn is a structure, no pattern.
    if (mode.value === 'smarts') mode.value = 'substructure';
    later();
  });
}

/** Without this flag, which hardly any program sets, the editor takes wedges for those of a racemate. */
const withChiralFlag = (molfile) => molfile.replace(/^((?:.*\n){3}.{12}).{3}(?=.*V2000)/, '$1  1');

/** Shows in the editor what was typed, where it is a whole structure. */
function drawTyped() {
  const text = field.value.trim();
  if (!editor || text === drawn || mode.value === 'smarts') return;
  try {
    const { Molecule, canvas } = editor;
    const molecule = text.includes('\n')
      ? Molecule.fromMolfile(withChiralFlag(field.value))
      : Molecule.fromSmiles(text);
    canvas.setMolecule(molecule);
    drawn = text;
  } catch {
    // not yet a structure
  }
}
