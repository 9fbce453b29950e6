export {
  checkDirectoryPassword,
  directoryFailure,
  isNameOf,
  readDirectorySettings,
  requireComplete,
} from './check-password.ts'
export { type Directory, DirectoryError, type PasswordAnswer, withDirectory } from './client.ts'
export {
  type DirectoryPerson,
  type DirectoryRights,
  findPerson,
  GroupGraph,
  Groups,
  listPeople,
  readGroups,
  rightsOf,
  usesGroups,
} from './people.ts'
export {
  type DirectorySchedule,
  type DirectorySettings,
  parseDirectorySchedule,
  parseDirectorySettings,
  readDirectoryForm,
} from './settings.ts'
