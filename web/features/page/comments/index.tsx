export { CommentDrawer } from './comment-drawer.tsx'
export { CommentsButton } from './comments-button.tsx'
