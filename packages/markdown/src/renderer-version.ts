/** Grows with every change of what comes out for the same text: pages that an earlier one made are then made anew. */
export const RENDERER_VERSION = 2
