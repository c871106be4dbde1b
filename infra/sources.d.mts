/** @returns the paths of the files below a folder, without those of packages */
export function filesIn(folder: string, ending: RegExp): string[];
