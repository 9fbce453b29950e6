export { OpenApiDialog } from './open-api-dialog.tsx'
export { OpenApiPanel } from './open-api-panel.tsx'
