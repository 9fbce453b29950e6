export { ProblemList } from './problem-list.tsx'
