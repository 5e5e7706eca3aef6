/** Unicode code points, as the API counts, without making a list of them. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (isPair) count--
  }
  return count
}
