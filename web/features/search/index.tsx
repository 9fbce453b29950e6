export { HitMarks } from './hit-marks.tsx'
export { SearchPalette } from './search-palette.tsx'
export { SearchScreen } from './search-screen.tsx'
