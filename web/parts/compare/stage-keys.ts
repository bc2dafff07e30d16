/** Which key means which step of the walk; presenters' remote controls send Page Up and Page Down. */

export type Move = 'next' | 'back' | 'leave'

const MOVES: Readonly<Record<string, Move>> = {
  ArrowRight: 'next',
  PageDown: 'next',
  ArrowLeft: 'back',
  PageUp: 'back',
  Escape: 'leave',
}

/** Undefined for a key that belongs to whatever has the focus: a text that is being written, a choice. */
export const moveOf = ({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): Move | undefined => {
  const writes = target instanceof Element && target.closest('input, textarea, select') !== null
  return writes && key !== 'Escape' ? undefined : MOVES[key]
}
