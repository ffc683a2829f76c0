package vitrine

// The reasons why fields are refused.
const (
	ReasonRequired          Reason = "required: is required"
	ReasonRequiredFor       Reason = "required_for: is required for {action}"
	ReasonRequiredOrTop     Reason = "required_or_top: is required; null puts it at the top"
	ReasonRequiredPart      Reason = "required_part: is required, as a field of multipart/form-data"
	ReasonRequiredToPublish Reason = "required_to_publish: is required to publish a photo"
	ReasonRequiredTogether  Reason = "required_together: latitude and longitude go together"
	ReasonNotNull           Reason = "not_null: must not be null"
	ReasonNotBlank          Reason = "not_blank: must not be blank"
	ReasonNotEmpty          Reason = "not_empty: must not be empty"
	ReasonEmptyFor          Reason = "empty_for: must be empty for {action}"
	ReasonSecretEmpty       Reason = "secret_empty: must not be empty; leave it out to have one made up"
	ReasonOneEvent          Reason = "one_event: must name at least one event"
	ReasonOnePhoto          Reason = "one_photo: must name at least one photo"
	ReasonSomeOf            Reason = "some_of: must name at least one of {allowed}"
	ReasonOneOf             Reason = "one_of: must be one of {allowed}"
	ReasonMaxCharacters     Reason = "max_characters: must be at most {max} characters"
	ReasonMinCharacters     Reason = "min_characters: must be at least {min} characters"
	ReasonMaxBytes          Reason = "max_bytes: must be at most {bytes}"
	ReasonMaxBytesInAll     Reason = "max_bytes_in_all: must be at most {bytes} in all"
	ReasonMaxBytesTogether  Reason = "max_bytes_together: must be at most {bytes} together"
	ReasonExactBytes        Reason = "exact_bytes: must be {bytes}"
	ReasonMaxCount          Reason = "max_count: must be at most {max}"
	ReasonWouldExceed       Reason = "would_exceed: would be {count}, and must be at most {max}"
	ReasonOneFile           Reason = "one_file: must be one file; send several to upload/multiple"
	ReasonGivenOnce         Reason = "given_once: must be given once"
	ReasonBetween           Reason = "between: must be between {min} and {max}"
	ReasonBetweenYears      Reason = "between_years: must be between the years {min} and {max}"
	ReasonNotBeforeYear     Reason = "not_before_year: must be in the year {min} or later"
	ReasonBetweenDays       Reason = "between_days: must be between {min}d and {max}d"
	ReasonMin               Reason = "min: must be at least {min}"
	ReasonNumberTooLarge    Reason = "number_too_large: is too large a number"
	ReasonNotBefore         Reason = "not_before: must not be before {field}"
	ReasonInTheFuture       Reason = "in_the_future: must be in the future"
	ReasonChunksTooSmall    Reason = "chunks_too_small: must be larger for a file of that size: there are at most {max} chunks"
	ReasonPhotoID           Reason = "photo_id: must be a photo id"
	ReasonCategoryID        Reason = "category_id: must be a category id"
	ReasonDeliveryID        Reason = "delivery_id: must be a delivery id"
	ReasonTagID             Reason = "tag_id: must be a tag id"
	ReasonNoPhoto           Reason = "no_photo: there is no photo {id}"
	ReasonNoCategory        Reason = "no_category: there is no category {id}"
	ReasonNoSibling         Reason = "no_sibling: there is no other category {id} below that parent"
	ReasonNoDelivery        Reason = "no_delivery: there is no delivery {id}"
	ReasonNoTag             Reason = "no_tag: there is no tag {id}"
	ReasonNoUpload          Reason = "no_upload: names no upload"
	ReasonUnreadable        Reason = "unreadable: names a file of which no pictures could be made"
	ReasonNothingToPublish  Reason = "nothing_to_publish: cannot be published without a file"
	ReasonMonthFull         Reason = "month_full: is in a month that has {count} events, and cannot have more"
	ReasonCategoriesFull    Reason = "categories_full: is in {count} categories, and cannot be in more"
	ReasonTooDeep           Reason = "too_deep: categories are at most {max} levels deep"
	ReasonTooDeepBelow      Reason = "too_deep_below: leaves no room for the {levels} levels below it: categories are at most {max} levels deep"
	ReasonBelowItself       Reason = "below_itself: is the category itself, or below it"
	ReasonTagItself         Reason = "tag_itself: is the tag itself"
	ReasonUsername          Reason = "username: must be {min} to {max} letters, digits, dots, hyphens or underscores"
	ReasonNotUsername       Reason = "not_username: must not be the username"
	ReasonNotOwnName        Reason = "not_own_name: must not be the username or the e-mail address"
	ReasonCommonPassword    Reason = "common_password: is among the passwords that are tried first; choose another"
	ReasonWrongPassword     Reason = "wrong_password: is not your password"
	ReasonOwnPassword       Reason = "own_password: your own password is changed at auth/password, which asks for the current one"
	ReasonNotOnRegistration Reason = "not_on_registration: cannot be chosen on registration"
	ReasonBase64            Reason = "base64: must be base64 after {prefix}"
	ReasonColour            Reason = "colour: must be a colour such as {example}"
	ReasonIcon              Reason = "icon: must be up to {max} of the characters a-z, 0-9 and -"
	ReasonWebURL            Reason = "web_url: must be an http or https address such as {example}"
	ReasonEmail             Reason = "email: must be one e-mail address such as {example}"
	ReasonSlug              Reason = "slug: must be lower-case letters and digits joined by single hyphens, such as {example}"
	ReasonDay               Reason = "day: must be a day such as {example}"
	ReasonTime              Reason = "time: must be a time such as {example}"
	ReasonDays              Reason = "days: must be a number of days such as {example}"
	ReasonHexadecimal       Reason = "hexadecimal: must be 64 hexadecimal digits"
	ReasonLowerHexadecimal  Reason = "lower_hexadecimal: must be 64 hexadecimal digits in lower case"
	ReasonDigest            Reason = "digest: must hold a SHA-256 such as {example}"
	ReasonPrivateAddress    Reason = "private_address: must not be an address of a private network"
	ReasonUsualAddress      Reason = "usual_address: must name a host, or an address in its usual form"
	ReasonWholePath         Reason = "whole_path: must be a whole path, from the root on"
	ReasonBadKey            Reason = "bad_key: has a key that is empty, too long, or holds control characters"
	ReasonTrue              Reason = "true: must be true"
	ReasonBoolean           Reason = "boolean: must be true or false"
	ReasonWholeNumber       Reason = "whole_number: must be a whole number"
	ReasonObject            Reason = "object: must be an object"
	ReasonList              Reason = "list: must be a list"
	ReasonText              Reason = "text: must be a string"
	ReasonTexts             Reason = "texts: must be a list of strings"
	ReasonNumber            Reason = "number: must be a number"
	ReasonJSONValue         Reason = "json_value: must be a JSON value"
	ReasonEmpty             Reason = "empty: is empty"
	ReasonNoPicture         Reason = "no_picture: is not a picture of a known type; accepted are {allowed}"
	ReasonTypeNotAllowed    Reason = "type_not_allowed: is {type}, which is not allowed; accepted are {allowed}"
	ReasonIncomplete        Reason = "incomplete: ended before it was complete"
	ReasonOtherDigest       Reason = "other_digest: is not that of the bytes that arrived"
	ReasonOtherFileDigest   Reason = "other_file_digest: is not that of the file that arrived, which is {sha256}"
	ReasonUnknownField      Reason = "unknown_field: is not a field of this request"
	ReasonUnknownFieldFor   Reason = "unknown_field_for: is not a field of data for {action}"
	ReasonUnknownSetting    Reason = "unknown_setting: is no setting"
	ReasonGivenTwice        Reason = "given_twice: is given more than once"
	ReasonNamedTwice        Reason = "named_twice: is named twice: by itself and in its group"
	ReasonProcessing        Reason = "processing_status: must be pending, processing, failed, or several of them, parted by commas"
	ReasonQuery             Reason = "query: is not a well-formed query string"
	ReasonUTF8              Reason = "utf8: must be UTF-8"
	ReasonUTF8WithoutNUL    Reason = "utf8_without_nul: must be UTF-8 without the character NUL"
	ReasonNoNUL             Reason = "no_nul: must not hold the character NUL"
	ReasonNoSurrogate       Reason = "no_surrogate: must not hold half of a surrogate pair"
	ReasonJSON              Reason = "json: must be one JSON value: {problem}"
	ReasonNestsTooDeep      Reason = "nests_too_deep: must not nest deeper than {max} levels"
	ReasonPrintableASCII    Reason = "printable_ascii: must be printable ASCII"
	ReasonKeyReused         Reason = "key_reused: was used for a request with another body"
	ReasonOperatorOnly      Reason = "operator_only: may only be named by the command line on the server's own machine"
)

// FaultReasons lists every reason why a field can be refused.
func FaultReasons() []Reason {
	return []Reason{
		ReasonRequired, ReasonRequiredFor, ReasonRequiredOrTop, ReasonRequiredPart, ReasonRequiredToPublish,
		ReasonRequiredTogether, ReasonNotNull, ReasonNotBlank, ReasonNotEmpty,
		ReasonEmptyFor, ReasonSecretEmpty, ReasonOneEvent, ReasonOnePhoto,
		ReasonSomeOf, ReasonOneOf, ReasonMaxCharacters, ReasonMinCharacters,
		ReasonMaxBytes, ReasonMaxBytesInAll, ReasonMaxBytesTogether, ReasonExactBytes,
		ReasonMaxCount, ReasonWouldExceed, ReasonOneFile,
		ReasonGivenOnce, ReasonBetween, ReasonBetweenYears, ReasonNotBeforeYear,
		ReasonBetweenDays, ReasonMin, ReasonNumberTooLarge, ReasonNotBefore,
		ReasonInTheFuture, ReasonChunksTooSmall, ReasonPhotoID, ReasonCategoryID,
		ReasonTagID, ReasonNoPhoto, ReasonNoCategory, ReasonNoTag,
		ReasonNoUpload, ReasonNoSibling, ReasonNoDelivery, ReasonDeliveryID, ReasonUnreadable, ReasonNothingToPublish, ReasonMonthFull,
		ReasonCategoriesFull, ReasonTooDeep, ReasonTooDeepBelow, ReasonBelowItself,
		ReasonTagItself, ReasonUsername, ReasonNotUsername, ReasonNotOwnName,
		ReasonCommonPassword, ReasonWrongPassword, ReasonOwnPassword, ReasonNotOnRegistration,
		ReasonBase64, ReasonColour, ReasonIcon, ReasonWebURL,
		ReasonEmail, ReasonSlug, ReasonDay, ReasonTime,
		ReasonDays, ReasonHexadecimal, ReasonLowerHexadecimal, ReasonDigest,
		ReasonPrivateAddress, ReasonUsualAddress, ReasonWholePath, ReasonBadKey,
		ReasonTrue, ReasonBoolean, ReasonWholeNumber, ReasonObject,
		ReasonList, ReasonText, ReasonTexts, ReasonNumber,
		ReasonJSONValue, ReasonEmpty, ReasonNoPicture, ReasonTypeNotAllowed,
		ReasonIncomplete, ReasonOtherDigest, ReasonOtherFileDigest, ReasonUnknownField,
		ReasonUnknownFieldFor, ReasonUnknownSetting, ReasonGivenTwice, ReasonNamedTwice,
		ReasonProcessing, ReasonQuery, ReasonUTF8, ReasonUTF8WithoutNUL, ReasonNoNUL,
		ReasonNoSurrogate, ReasonJSON, ReasonNestsTooDeep, ReasonPrintableASCII,
		ReasonKeyReused, ReasonOperatorOnly,
	}
}
