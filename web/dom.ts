/** Elements from data. Text stays text: nothing here, or anywhere on the page, makes markup out of a string. */

export type Child = Node | string | number | false | undefined | readonly Child[]

/** Attributes by their names, `on` with listeners by the names of their events. False and undefined leave one away. */
export interface Properties {
  readonly on?: { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void }
  readonly [attribute: string]: string | number | boolean | object | undefined
}

/** `h('button', { on: { click } }, 'Send')`. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  { on = {}, ...attributes }: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name)
  // What a press does is said by a listener; what hands in a form says so.
  if (element instanceof HTMLButtonElement) element.type = 'button'
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(attribute, value === true ? '' : String(value))
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener as EventListener)
  element.append(...nodes(children))
  return element
}

/** Puts these in place of all that an element holds. */
export const fill = (element: Element, ...children: readonly Child[]): void =>
  element.replaceChildren(...nodes(children))

/** A text that only a screen reader says. */
export const unseen = (text: string): HTMLElement => h('span', { class: 'unseen' }, text)

const nodes = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap(child => {
    if (child === undefined || child === false) return []
    if (Array.isArray(child)) return nodes(child as readonly Child[])
    return [child instanceof Node ? child : String(child as string | number)]
  })
