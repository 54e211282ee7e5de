/** Tells a figure to `npm run bench`, which reads it from the output. */
export function reportFigure(what: string, value: number, unit: string): void {
  console.log(JSON.stringify({ what, value, unit }));
}
