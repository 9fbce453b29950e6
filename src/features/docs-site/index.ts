export { docsSite } from './handlers.ts'
export { docsSites } from './public-page.ts'
export { findSite } from './queries.ts'
export { copySite, siteForReader } from './service.ts'
