export { TeamPage } from './team-page.tsx'
export { Teams } from './teams.tsx'
