import './withoutEval.ts';
import * as contract from '@bookclub/api-client/schemas';
import { z } from 'zod';

const rules = contract.CreateWaitlistEntryBody.shape;

/** How many characters the contract allows in each field. */
export const maxLength = {
  name: contract.createWaitlistEntryBodyNameMax,
  email: contract.createWaitlistEntryBodyEmailMax,
  phone_number: contract.createWaitlistEntryBodyPhoneNumberMax,
  zip_code: contract.createWaitlistEntryBodyZipCodeMax,
  book_conversation_story: contract.createWaitlistEntryBodyBookConversationStoryMax,
  how_did_you_hear: contract.createWaitlistEntryBodyHowDidYouHearMax,
  anything_else: contract.createWaitlistEntryBodyAnythingElseMax,
};

export const contactSchema = z.object({
  name: optional(rules.name, plainText(maxLength.name)),
  email: required(rules.email, 'Please enter a valid email'),
  phone_number: optional(rules.phone_number, plainText(maxLength.phone_number)),
  zip_code: optional(rules.zip_code, 'Please enter a valid 5-digit ZIP code'),
});

export const answersSchema = z.object({
  book_conversation_story: required(
    rules.book_conversation_story,
    plainText(maxLength.book_conversation_story),
  ).min(1, 'Required.'),
  how_did_you_hear: required(rules.how_did_you_hear, plainText(maxLength.how_did_you_hear)).min(
    1,
    'Required.',
  ),
  anything_else: optional(rules.anything_else, plainText(maxLength.anything_else)),
  club_captain_interest: z.boolean(),
});

/** What the visitor types. */
export type ContactInput = z.input<typeof contactSchema>;
export type AnswersInput = z.input<typeof answersSchema>;

/** What is sent: trimmed, and null where nothing was typed. */
export type Contact = z.output<typeof contactSchema>;
export type Answers = z.output<typeof answersSchema>;

export const emptyContact: ContactInput = { name: '', email: '', phone_number: '', zip_code: '' };

export const emptyAnswers: AnswersInput = {
  book_conversation_story: '',
  how_did_you_hear: '',
  anything_else: '',
  club_captain_interest: false,
};

/** Trimmed text that keeps to the contract's rule. */
function required(rule: z.ZodType, message: string) {
  return z
    .string()
    .trim()
    .refine((text) => rule.safeParse(text).success, message);
}

/** The same, where a blank text counts as absent. */
function optional(rule: z.ZodType, message: string) {
  return z
    .string()
    .transform((text) => text.trim() || null)
    .refine((text) => rule.safeParse(text).success, message);
}

function plainText(limit: number): string {
  return `Please use plain text of at most ${limit} characters.`;
}
