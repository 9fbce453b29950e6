export { PageEditor } from './page-editor.tsx'
