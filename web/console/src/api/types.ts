// Short names for what the API takes and gives.
import type { components } from './schema'

type Schemas = components['schemas']

export type Audit = Schemas['Audit']
export type Backup = Schemas['Backup']
export type Category = Schemas['Category']
export type Dashboard = Schemas['Dashboard']
export type Delivery = Schemas['Delivery']
export type Fault = Schemas['Fault']
export type Pagination = Schemas['Pagination']
export type Pick = Schemas['Pick']
export type PhotoItem = Schemas['PhotoItem']
export type PhotoDetail = Schemas['PhotoDetail']
export type PhotoStatus = PhotoItem['status']
export type Profile = Schemas['Profile']
export type Session = Schemas['Session']
export type ShareBody = Schemas['ShareBody']
export type ShareLink = Schemas['ShareLink']
export type ShareLinkSummary = Schemas['ShareLinkSummary']
export type SignedIn = Omit<Schemas['Token'], 'refresh_token'>
export type Tag = Schemas['Tag']
export type TimelineEvent = Schemas['TimelineEvent']
export type TrashedPhoto = Schemas['TrashedPhoto']
export type User = Schemas['User']
export type UserBody = Schemas['UserBody']
export type Webhook = Schemas['Webhook']
export type WebhookBody = Schemas['WebhookBody']
