export { SheetDesk } from './sheet-desk.tsx'
