// The page of structures: an editor beside the text field, and results while one draws or types. Without this script the
// form works as it stands; without the editor the field does.
import { begin, fetchPart, takeDropped, tell } from './part.js';

const form = document.querySelector('#structure-form');
const field = form.querySelector('#structure');
const output = form.querySelector('output');
const results = document.querySelector('#structure-results');
const drawing = form.querySelector('#drawing');
const { mode, threshold } = form.elements;
const say = (text) => void (output.textContent = text);

/** openchemlib, as its package has it. */
const EDITOR = '/storefront/openchemlib.js';
/** How long a search waits for structures that are still loading before it asks again, ms. */
const AGAIN_MS = 3_000;
let timer;
/** What the results are of; those that came with the page may be searched again. */
let shown = '';
/** The editor, and the text that it shows. */
let editor;
let drawn = '';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (isSheet()) drawing.open = false;
  // What is found may stand below the window, under the drawing.
  void search().then(() => output.textContent || results.scrollIntoView({ block: 'nearest' }));
});
field.addEventListener('input', () => {
  later();
  drawTyped();
});
for (const choice of [mode, threshold]) choice.addEventListener('change', () => void search());

// A dropped or pasted file is read into the field; of a picture its name is.
takeDropped(form, take);
form.addEventListener('paste', (event) => {
  const { types, files } = event.clipboardData;
  // Spreadsheets and drawing programs add a picture to the text.
  if (types.includes('text/plain') || files.length === 0) return;
  event.preventDefault();
  take(files);
});

function take([file]) {
  void takeFile(file).catch(() => say(form.dataset.failed));
}

/** A molfile has some 45,000 bytes at most; an SD file is a row of them. */
const LARGEST_FILE = 10_000_000;

async function takeFile(file) {
  const isPicture = file.type.startsWith('image/');
  const [text, ...more] =
    isPicture || file.size > LARGEST_FILE ? [file.name] : (await file.text()).split(/^\$\$\$\$\r?\n?/m);
  // A long one becomes SMILES: an address has room for no more than the field.
  const short = text.length > field.maxLength ? await smilesOf(text) : text;
  if (short === undefined) return say(form.dataset.long);
  field.value = short;
  drawTyped();
  await search();
  if (more.some((each) => each.trim() !== '')) say(form.dataset.first);
}

async function smilesOf(molfile) {
  const { Molecule } = await import(EDITOR);
  return Molecule.fromMolfile(withChiralFlag(molfile))?.toIsomericSmiles();
}

// A drawing needs room and a pointer; on a phone it is a sheet of its own, opened where it is wanted.
const isSheet = () => !matchMedia('(min-width: 50rem)').matches;
/** What stands in the place of the editor until it has come. */
const awaiting = form.querySelector('#editor p');
const failed = () => (awaiting.textContent = awaiting.dataset.failed);
drawing.addEventListener('toggle', () => drawing.open && void openEditor().catch(failed));
drawing.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && isSheet()) drawing.open = false;
});
if (!isSheet()) drawing.open = true;

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

function later(ms = 500) {
  clearTimeout(timer);
  timer = setTimeout(() => void search(), ms);
}

/** @param on one that ran out of time takes longer */
async function search(on = '') {
  clearTimeout(timer);
  const query = queryOf() + on;
  const signal = begin(results);
  if (query === shown) return results.removeAttribute('aria-busy');
  results.setAttribute('aria-busy', 'true');
  const { answer, part } = await fetchPart(`/storefront/structures?${query}`, form, say, { signal });
  if (signal.aborted) return;
  results.removeAttribute('aria-busy');
  if (!part) return;
  say('');
  // That structures are loading is said once.
  if (!isLoading(results) || !isLoading(part)) results.replaceChildren(part);
  // What was too much just now may be tried again.
  shown = answer.status === 503 ? '' : query;
  tell(...results.querySelectorAll('.count, .taken p, .doubt'));
  drawFound();
  askAgain();
  history.replaceState(null, '', `/structure?${query}`);
}

results.addEventListener('click', (event) => {
  if (!event.target.closest('.search-on')) return;
  event.preventDefault();
  void search('&on=true');
});

const isLoading = (part) => part.querySelector('[data-again]') !== null;

const askAgain = () => isLoading(results) && later(AGAIN_MS);
askAgain();

async function openEditor() {
  if (editor) return;
  const place = form.querySelector('#editor');
  const { CanvasEditor, Molecule } = await import(EDITOR);
  if (editor) return;
  awaiting.remove();
  editor = { canvas: new CanvasEditor(place, { initialMode: 'molecule' }), Molecule };
  if (isSheet()) enlarge(place);
  drawTyped();
  drawFound();
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

/** A finger needs larger tools than the editor has, as far as there is room. All of it grows: it measures from its own corner. */
function enlarge(place) {
  const [whole] = place.children;
  const { width, height } = whole.shadowRoot.querySelector('canvas').getBoundingClientRect();
  const scale = Math.max(1, Math.min(1.7, place.clientHeight / height));
  const size = `${100 / scale}%`;
  Object.assign(whole.style, {
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
    width: size,
    height: size,
  });
  place.style.paddingRight = `${width * scale}px`;
}

/** Without this flag, which hardly any program sets, the editor takes wedges for those of a racemate. */
const withChiralFlag = (molfile) => molfile.replace(/^((?:.*\n){3}.{12}).{3}(?=.*V2000)/, '$1  1');

/** Shows in the editor what was typed, where it is a whole structure. */
function drawTyped() {
  if (mode.value !== 'smarts') draw(field.value);
}

/** Shows in the editor the structure that the service took for a name. */
function drawFound() {
  const { structure } = results.querySelector('[data-structure]')?.dataset ?? {};
  if (structure !== undefined) draw(structure);
}

function draw(given) {
  const text = given.trim();
  if (!editor || text === drawn) return;
  try {
    const { Molecule, canvas } = editor;
    const molecule = text.includes('\n')
      ? Molecule.fromMolfile(withChiralFlag(given))
      : Molecule.fromSmiles(text);
    canvas.setMolecule(molecule);
    drawn = text;
  } catch {
    // not yet a structure
  }
}
