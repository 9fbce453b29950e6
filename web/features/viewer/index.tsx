export { PageRedirect } from './page-redirect.tsx'
export { Viewer } from './viewer.tsx'
