export function turnTimer(): () => number;
