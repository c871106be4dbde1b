/** A part of a text. */
export interface CommonPart {
  at: number;
  length: number;
}

interface State {
  /** the length of the longest text that leads here, and where it first ends */
  length: number;
  end: number;
  /** the suffix link: the state of its longest suffix that leads to another state */
  link: State | undefined;
  next: Map<string, State>;
}

/**
 * Finds the longest parts that other texts have in common with a text, by its suffix automaton
 * (https://en.wikipedia.org/wiki/Suffix_automaton): each search takes time that grows with the other text alone.
 * @returns a function that gives the longest common part, the earliest one of equals; nothing where there is none
 */
export function partsOf(text: string): (other: string) => CommonPart | undefined {
  const root = automatonOf(text);
  return (other) => {
    let state = root;
    let length = 0;
    let best: CommonPart | undefined;
    for (const unit of other.split('')) {
      while (state.link && !state.next.has(unit)) {
        state = state.link;
        length = state.length;
      }
      const next = state.next.get(unit);
      if (!next) continue;
      state = next;
      length++;
      const at = state.end - length;
      if (!best || length > best.length || (length === best.length && at < best.at)) best = { at, length };
    }
    return best;
  };
}

function automatonOf(text: string): State {
  const root: State = { length: 0, end: 0, link: undefined, next: new Map() };
  let last = root;
  for (const [at, unit] of text.split('').entries()) {
    const state: State = { length: at + 1, end: at + 1, link: root, next: new Map() };
    let from: State | undefined = last;
    for (; from && !from.next.has(unit); from = from.link) from.next.set(unit, state);
    const known = from?.next.get(unit);
    if (from && known) state.link = known.length === from.length + 1 ? known : split(from, known, unit);
    last = state;
  }
  return root;
}

/** Copies a state for the shorter ones of the texts that lead to it. */
function split(from: State, known: State, unit: string): State {
  const shorter: State = {
    ...known,
    length: from.length + 1,
    next: new Map(known.next),
  };
  known.link = shorter;
  for (let each: State | undefined = from; each?.next.get(unit) === known; each = each.link)
    each.next.set(unit, shorter);
  return shorter;
}
