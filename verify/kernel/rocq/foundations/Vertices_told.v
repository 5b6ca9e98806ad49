(** * What messages tell of a random vertex *)

From Foundations Require Export Nouns.
Import ListNotations.
Open Scope R_scope.

(** A list of signs as a vertex, whose signs have numbers from 1; beyond the list all are false. *)
Definition vertex_with (v : list bool) : vertex := fun k => match k with O => false | S i => bit v i end.

(** All messages of a protocol at a vertex of {-1, 1}^d, each user with m draws of the family's law there. *)
Definition told_of_vertex {A B T} (Z : method (list A) B T) (F : laws_at_vertices A) m v :=
  transcript_of Z (power (F (vertex_with v)) m).

(** The least average number of wrong coordinates of a uniform vertex, however each is guessed from all messages. *)
Definition wrong_coordinates_least {A B T} (Z : method (list A) B T) (F : laws_at_vertices A) m d r :=
  hamming_at_least d (told_of_vertex Z F m) r.

(** The mutual information of a uniform vertex and all messages. *)
Definition vertex_information_most {A B T} (Z : method (list A) B T) (F : laws_at_vertices A) m d c :=
  information_most (vertices d) (told_of_vertex Z F m) c.
