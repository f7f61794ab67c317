/** A part of a page. */
export interface Place {
  at: number;
  length: number;
}

export function nearest(page: string, texts: readonly string[]): Place;
export function excerpt(page: string, place: Place): string;
