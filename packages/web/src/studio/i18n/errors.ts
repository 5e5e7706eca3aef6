/** The name of these texts, for `useText` and `textOf`. */
export const errorsText = 'errors'
