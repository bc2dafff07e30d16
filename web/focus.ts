/** Keeps the keyboard's place: what has the focus is drawn anew or goes away, and the next Tab is not to begin at the top again. */

/** What has come in its place has the same id; else the part as a whole takes the focus. */
export const keepFocus = (main: HTMLElement): void => {
  let last: Element | undefined
  // Whoever presses on nothing wants nothing to have it.
  document.addEventListener('pointerdown', () => (last = undefined))
  document.addEventListener('focusin', ({ target }) => (last = target instanceof Element ? target : undefined))
  const keep = (): void => {
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return
    const again = document.getElementById(last.id)
    ;(again ?? main).focus({ preventScroll: true })
  }
  new MutationObserver(keep).observe(main, { childList: true, subtree: true })
}
