// All that draws nothing: blanks, what Unicode lets a font leave out (fillers, joiners, marks), and the empty braille cell.
const unseen = /^[\s\p{DI}\u2800]*$/u

/** A name without the blanks around it; empty when nothing of it can be seen. */
export const trimName = (name: string): string => (unseen.test(name) ? '' : name.trim())
