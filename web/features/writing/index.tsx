export { beginWithAtom } from './begin-with.ts'
export { type Formatter, formatterAtom } from './formatter.ts'
export type { InsertEntry } from './insert-entry.ts'
export { type Surface, type SurfaceProps, surfaceAtom } from './surface.ts'
