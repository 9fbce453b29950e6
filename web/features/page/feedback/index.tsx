export { HelpfulQuestion } from './helpful-question.tsx'
