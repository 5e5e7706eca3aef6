/** Formulas of our own renderer. Their source has no quotes and angle brackets. */
const FORMULA = /<math(?: display="block")? alttext="([^"<>]*)">.*?<\/math>/gs

/** Few feed readers know MathML: they would show its letters without fractions and roots, so the source is shown. */
export const readableFormulas = (html: string): string =>
  html.includes('<math') ? html.replaceAll(FORMULA, (_, source: string) => `<code>${source}</code>`) : html
