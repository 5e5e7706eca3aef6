/** Closes a dialog, but not while it waits for a secret that is shown only once. */
export const closeUnlessPending =
  ({ isPending }: { readonly isPending: boolean }, close: () => void) =>
  (): void => {
    if (!isPending) close()
  }
