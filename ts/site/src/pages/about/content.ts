/** The words of the about page. They state only what is known of the service. */
export const lead =
  'Six men, one good book, and a table to sit around. That is the whole idea. What follows is why we think it is worth an evening.';

export interface Section {
  title: string;
  paragraphs: string[];
  points?: string[];
}

export const sections: Section[] = [
  {
    title: 'Why',
    paragraphs: [
      'What does it mean to live a good life? It is among the oldest questions there are, and a hard one to answer alone. People have worked on it for a long time and left us what they found: in books of wisdom and morality, in spiritual practice, in the religions of the world, and lately in cognitive science.',
      'Reading them is one half. The other half is talking about them with friends: men who have read the same pages, who see it otherwise than you do, and who will still be there at the next dinner.',
    ],
  },
  {
    title: 'How It Started',
    paragraphs: [
      'It started small and close to home. The first clubs are pilots, and they run in Denver and Boulder now.',
      'A pilot is small on purpose. The waitlist is how the next six find each other.',
    ],
  },
  {
    title: 'What to Expect',
    paragraphs: [
      'A club is small enough that everyone speaks, and slow enough that everyone can finish the book.',
    ],
    points: [
      'Six men who live in the same area.',
      'One book every six weeks, on wisdom and the good life.',
      'A dinner to talk it over. One of you hosts it, and the next time it is someone else.',
    ],
  },
  {
    title: 'Commitments',
    paragraphs: [
      'A table of six notices an empty chair. So three things are asked of everyone who sits at it.',
    ],
    points: [
      'Read the book. Six weeks is enough for a good one.',
      'Come to the dinner, and listen as well as you talk.',
      'Host when it is your turn. It is about the company, not the cooking.',
    ],
  },
  {
    title: 'Your First Step',
    paragraphs: [
      'Join the waitlist. It takes two short steps: how to reach you, and a few questions about you and books. You can also tell us that you would like to be a club captain.',
      'Your contact information is never sold and is shared only with the members of your club. What you write about yourself stays behind the scenes.',
    ],
  },
];

export const pilotNote = 'Pilot clubs currently run in Denver/Boulder.';
