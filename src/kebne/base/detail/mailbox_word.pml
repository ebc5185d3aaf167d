/* The mailbox word and the system queue of one cell: two senders, one who suspends, resumes and
 * perhaps terminates it, and two workers; the mailbox is unbounded, or has one place, for which the
 * first sender waits a limited time. Each step below is one atomic access of the code, and bears
 * the name of its function: `code: class::function`.
 *
 * Checked for all interleavings: one owner at a time, nobody runs a closed cell, nothing is lost,
 * nothing sleeps with work to do, nothing is in a bounded mailbox without a place, no sender waits
 * for ever. With -DMUTANT=n a step is broken, and the check must fail:
 *   1  announce_system sets no System bit
 *   2  announce_system lets a closed cell be scheduled
 *   3  try_suspend lets go without a look at System
 *   4  whoever took the batch does not look at the system queue
 *   5  try_idle_after does not see what has come on top
 *   6  take_all loses the Bounded bit
 *   7  try_suspend loses it
 *   8  release_one looks for waiting senders before it gives the place back
 *   9  a sender goes to sleep without a look at the places
 *  10  the end of the cell wakes no sender
 *  11  the places are closed before the word
 */
#ifndef MUTANT
#define MUTANT 0
#endif
#define SENDERS 2
#define EACH 2
#define CAPACITY 1

mtype = { SUSPEND, RESUME, TERMINATE };

bit Scheduled, Suspended, Closed, System, Bounded;  /* the flags of the word */
byte chain;                                /* the nodes in the word */
byte batch;                                /* nodes that the owner has taken */
bit queue_closed;
chan system_queue = [4] of { mtype };

bit is_bounded;             /* what the cell was made as */
byte used;                  /* places */
bit places_closed;
byte waiting;               /* senders that want to be woken */
byte asleep, woken;         /* senders parked; those that may go on */

byte sent, handled, dead, queued, owner, hold, finished;

/* code: Places::try_reserve */
inline try_reserve() {
  if
  :: places_closed -> has_place = 1
  :: !places_closed && used < CAPACITY -> used++; has_place = 1
  :: else
  fi
}

/* code: park */
inline sleep() {
  atomic {
    if
    :: (used == CAPACITY && !places_closed) || MUTANT == 9 -> asleep++; parked = 1
    :: else
    fi
  }
  if
  :: parked ->
     atomic {
       if
       :: woken > 0 -> woken--
       :: asleep > 0 && is_hasty -> asleep--; too_late = 1
       fi;
       parked = 0
     }
  :: else
  fi
}

/* code: Places::reserve */
inline reserve() {
  atomic { try_reserve() }
  if
  :: !has_place ->
     waiting++;
     do
     :: atomic { try_reserve(); if :: has_place || too_late -> break :: else fi };
        sleep()
     od;
     waiting--
  :: else
  fi
}

/* code: Places::release_one */
inline release_one() {
  if
  :: !is_bounded
  :: is_bounded ->
     wakes = (MUTANT == 8 && waiting > 0);
     atomic { assert(used > 0); used-- }
     if
     :: wakes || (MUTANT != 8 && waiting > 0) ->
        atomic { if :: asleep > 0 -> asleep--; woken++ :: else fi }
     :: else
     fi
  fi
}

/* code: Places::close */
inline close_places() {
  places_closed = 1;
  atomic { if :: MUTANT != 10 -> woken = woken + asleep; asleep = 0 :: else fi }
}

/* code: MailboxWord::push */
/* code: MailboxWord::push_special */
inline enter() {
  if
  :: Closed || (slow && !has_place) -> dead++
  :: else ->
     chain++;
     assert(!is_bounded || chain + batch <= CAPACITY);
     if
     :: !Suspended && !Scheduled -> Scheduled = 1; mine = 1
     :: else
     fi
  fi
}

inline push() {
  atomic {
    mine = 0; sent++;
    if :: Bounded -> slow = 1 :: else -> enter() fi
  }
  if
  :: slow ->
     reserve();                       /* code: take_place */
     atomic { enter(); slow = 0; has_place = 0; too_late = 0 }
  :: else
  fi;
  if :: mine -> queued++ :: else fi   /* code: schedule */
}

/* code: SystemQueue::push */
/* code: MailboxWord::announce_system */
inline push_system(op) {              /* code: push_system */
  atomic { if :: queue_closed -> skip :: else -> system_queue!op fi }
  atomic {
    mine = (!Scheduled && (!Closed || MUTANT == 2));
    Scheduled = 1;
    if :: MUTANT != 1 -> System = 1 :: else fi
  }
  if :: mine -> queued++ :: else fi
}

/* code: MailboxWord::close */
/* code: SystemQueue::close */
inline finish_terminate() {           /* code: finish_terminate */
  if :: MUTANT == 11 -> close_places() :: else fi;
  atomic {
    dead = dead + chain; chain = 0;
    Closed = 1; Scheduled = 0; Suspended = 0; System = 0; Bounded = 0
  }
  if :: MUTANT != 11 -> close_places() :: else fi;
  dead = dead + batch; batch = 0;
  atomic { queue_closed = 1; do :: system_queue?_ :: empty(system_queue) -> break od }
  owner = 2; gone = 1
}

/* code: SystemQueue::take_all */
inline run_system() {                 /* code: run_system */
  do
  :: gone -> break
  :: !gone && nempty(system_queue) ->
     system_queue?op;
     if
     :: op == SUSPEND -> hold++
     :: op == RESUME -> hold--
     :: op == TERMINATE -> finish_terminate()
     fi
  :: !gone && empty(system_queue) -> break
  od
}

/* code: MailboxWord::try_suspend */
/* code: MailboxWord::clear_system */
inline run_held() {                   /* code: run_held */
  atomic {
    if
    :: !System || MUTANT == 3 ->
       Suspended = 1; Scheduled = 0; owner = 0; let_go = 1;
       Bounded = Bounded && MUTANT != 7
    :: else -> System = 0
    fi
  }
  if :: !let_go -> run_system() :: else fi
}

/* code: MailboxWord::try_idle */
/* code: MailboxWord::take_all */
inline idle_or_take() {
  atomic {
    if
    :: chain == 0 && !Suspended && !System && Scheduled -> Scheduled = 0; owner = 0; let_go = 1
    :: else ->
       batch = chain; chain = 0; Suspended = 0; System = 0; Scheduled = 1;
       Bounded = Bounded && MUTANT != 6
    fi
  }
  if :: !let_go && MUTANT != 4 -> run_system() :: else fi
}

/* code: MailboxWord::peek_only */
/* code: MailboxWord::try_idle_after */
inline handle_in_place() {            /* code: handle_in_place */
  handled++; budget++;
  atomic {
    if
    :: (chain == 1 && !System) || MUTANT == 5 ->
       chain--; Scheduled = 0; owner = 0; let_go = 1
    :: else ->                        /* code: leave_place */
       batch = chain - 1; chain = 0; Suspended = 0; System = 0; Scheduled = 1
    fi
  }
  if :: !let_go && MUTANT != 4 -> run_system() :: else fi
}

proctype Sender(bit is_hasty) {
  byte i; bit mine, slow, has_place, too_late, parked;
  do
  :: i < EACH - (is_bounded && is_hasty) -> push(); i++
  :: else -> break
  od;
  finished++
}

proctype Supervisor() {
  bit mine;
  push_system(SUSPEND);
  push_system(RESUME);
  if :: push_system(TERMINATE) :: skip fi;
  finished++
}

proctype Worker() {                   /* code: ActorCell::run */
  mtype op; bit gone; byte budget; bit let_go, wakes;
end:
  do
  :: atomic {
       queued > 0 -> queued--; assert(owner == 0); owner = 1; gone = 0; let_go = 0; budget = 0
     }
     run_system();
     do
     :: gone || let_go -> break
     :: else ->
        if
        :: hold > 0 -> run_held()
        :: hold == 0 && batch == 0 && chain == 1 && !Suspended && !System && !Bounded &&
           budget == 0 ->
           handle_in_place()
        :: hold == 0 && batch == 0 -> idle_or_take()
        :: hold == 0 && batch > 0 ->
           if
           :: budget == 1 -> atomic { owner = 0; queued++; let_go = 1 }  /* used up: to the back */
           :: else -> batch--; release_one(); handled++; budget++; run_system()
           fi
        fi
     od
  od
}

init {
  atomic {
    byte i;
    if :: is_bounded = 1; Bounded = 1 :: skip fi;
    for (i : 1 .. SENDERS) { run Sender(i == 1) }
    run Supervisor(); run Worker(); run Worker()
  }
  timeout;  /* nobody can move any more */
  assert(finished == SENDERS + 1);
  assert(queued == 0);
  assert(sent == handled + dead);
  assert(chain == 0 && batch == 0);
  assert(empty(system_queue))
}
