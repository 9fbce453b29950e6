// What the offline site needs alone: highlighting, formulas, drawings. A bundle of its own beside the worker.
export { SiteArchive } from './site/archive.ts'
