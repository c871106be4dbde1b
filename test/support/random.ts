import { random } from './mulberry.mjs';

/** A source of randomness that gives the same for the same seed. */
export class Random {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = random(seed);
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
