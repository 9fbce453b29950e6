export { importSite, type SiteImport } from './import-site.ts'
export { locateSite } from './locate.ts'
export type { SiteReport } from './report.ts'
export { reportLines } from './report-lines.ts'
