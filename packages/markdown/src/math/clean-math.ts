/** The elements and attributes that may be in a formula: those of MathML Core, without links, styles, scripts and HTML. */
const TAGS = new Set(
  (
    'mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'mathvariant mathcolor mathbackground mathsize displaystyle scriptlevel stretchy fence separator symmetric largeop ' +
    'movablelimits accent accentunder form lspace rspace minsize maxsize width height depth voffset linethickness ' +
    'columnalign columnspacing columnlines rowalign rowspacing rowlines notation'
  ).split(' '),
)
const TAG = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*) ?(\/?)>/g
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g
/** Lengths, colours and names of styles. */
const VALUE = /^[-+#%.\w ]{0,100}$/

/**
 * The formula with only these elements and attributes; undefined if anything else is in it. The renderer of formulas writes
 * no others, but its output is put into the page after the sanitiser.
 */
export function cleanMath(markup: string): string | undefined {
  if (/[<>]/.test(markup.replaceAll(TAG, ''))) return undefined
  let isKnown = true
  const cleaned = markup.replaceAll(TAG, (_, slash: string, name: string, attributes: string, isEmpty: string) => {
    isKnown &&= TAGS.has(name)
    if (slash !== '') return `</${name}>`
    const kept = [...attributes.matchAll(ATTRIBUTE)].filter(
      ([, attribute = '', value = '']) => ATTRIBUTES.has(attribute) && VALUE.test(value),
    )
    const written = kept.map(([whole]) => whole).join('')
    return `<${name}${written}>${isEmpty === '' ? '' : `</${name}>`}`
  })
  return isKnown ? cleaned : undefined
}
