// Short names for what the API takes and gives.
import type { components } from './schema'

type Schemas = components['schemas']

export type Category = Schemas['Category']
export type Fault = Schemas['Fault']
export type Pagination = Schemas['Pagination']
export type PhotoItem = Schemas['PhotoItem']
export type PhotoDetail = Schemas['PhotoDetail']
export type PhotoStatus = PhotoItem['status']
export type Profile = Schemas['Profile']
export type Session = Schemas['Session']
export type SignedIn = Omit<Schemas['Token'], 'refresh_token'>
export type TrashedPhoto = Schemas['TrashedPhoto']
