/**
 * The rule for addresses that pages show as links and images: other schemes than http and https could run scripts. `URL`
 * ignores spaces, line breaks and missing slashes, but other parsers may not.
 */
export const isHttpAddress = (text: string): boolean => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)
