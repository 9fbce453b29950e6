export { OpenApiDialog, OpenApiPanel } from './open-api-panel.tsx'
