export { PageRedirect } from './page-redirect.tsx'
export { prepareViewer } from './prepare.ts'
export { Viewer } from './viewer.tsx'
