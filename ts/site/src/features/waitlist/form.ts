import './withoutEval.ts';
import * as contract from '@bookclub/api-client/schemas';
import { z } from 'zod';

/** What the contract allows in each text: how many characters, and which. */
const rules = {
  name: {
    limit: contract.createWaitlistEntryBodyNameMax,
    pattern: contract.createWaitlistEntryBodyNameRegExp,
  },
  email: {
    limit: contract.createWaitlistEntryBodyEmailMax,
    pattern: contract.createWaitlistEntryBodyEmailRegExp,
  },
  phone_number: {
    limit: contract.createWaitlistEntryBodyPhoneNumberMax,
    pattern: contract.createWaitlistEntryBodyPhoneNumberRegExp,
  },
  zip_code: {
    limit: contract.createWaitlistEntryBodyZipCodeMax,
    pattern: contract.createWaitlistEntryBodyZipCodeRegExp,
  },
  book_conversation_story: {
    limit: contract.createWaitlistEntryBodyBookConversationStoryMax,
    pattern: contract.createWaitlistEntryBodyBookConversationStoryRegExp,
  },
  how_did_you_hear: {
    limit: contract.createWaitlistEntryBodyHowDidYouHearMax,
    pattern: contract.createWaitlistEntryBodyHowDidYouHearRegExp,
  },
  anything_else: {
    limit: contract.createWaitlistEntryBodyAnythingElseMax,
    pattern: contract.createWaitlistEntryBodyAnythingElseRegExp,
  },
};

/** How many digits go into the field for the ZIP code. */
export const zipCodeLength = rules.zip_code.limit;

export const contactSchema = z.object({
  name: optional(rules.name),
  email: required(rules.email, 'Please enter a valid email'),
  phone_number: optional(rules.phone_number),
  zip_code: optional(rules.zip_code, 'Please enter a valid 5-digit ZIP code'),
});

export const answersSchema = z.object({
  book_conversation_story: required(rules.book_conversation_story).min(1, 'Required.'),
  how_did_you_hear: required(rules.how_did_you_hear).min(1, 'Required.'),
  anything_else: optional(rules.anything_else),
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

interface Rule {
  limit: number;
  pattern: RegExp;
}

/** Trimmed text that keeps to the contract's rule. */
function required(rule: Rule, message = plainText(rule)) {
  return z
    .string()
    .trim()
    .refine((text) => keeps(rule, text), message);
}

/** The same, where a blank text counts as absent. */
function optional(rule: Rule, message = plainText(rule)) {
  return z
    .string()
    .transform((text) => text.trim() || null)
    .refine((text) => text === null || keeps(rule, text), message);
}

/** Counts characters as the server does, where an emoji is one; `length` would count two. */
function keeps({ limit, pattern }: Rule, text: string): boolean {
  return Array.from(text).length <= limit && pattern.test(text);
}

function plainText({ limit }: Rule): string {
  return `Please use plain text of at most ${limit} characters.`;
}
