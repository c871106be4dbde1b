export function threadTime(): number;
